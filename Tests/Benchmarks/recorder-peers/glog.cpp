// glog without its prefix, as it comes otherwise: it holds lines back for up to 30 s.
#include "peer.h"

#include <atomic>
#include <glog/logging.h>
#include <iomanip>

static std::atomic<uint64_t> number{0};

static void sample(long i, int) {
    int64_t wall = clock_ms(CLOCK_REALTIME), boot = clock_ms(CLOCK_BOOTTIME);
    reading r = reading_at(i, wall);
    LOG(INFO) << ++number << ',' << boot << ',' << wall << ',' << (int64_t)(r.sampleTime * 1000) << ',' << std::fixed
              << std::setprecision(7) << r.lat << ',' << r.lon << ',' << std::setprecision(2) << r.hacc << ',' << r.alt
              << ',' << r.vacc << ',' << r.speed << ',' << r.sacc << ',' << std::setprecision(1) << r.course << ','
              << r.cacc << ',' << "gps" << ',' << "automotive" << ',' << "bg" << ',' << "a" << ',' << "";
}

static void event(long i, int) {
    int64_t wall = clock_ms(CLOCK_REALTIME), boot = clock_ms(CLOCK_BOOTTIME), up = clock_ms(CLOCK_MONOTONIC);
    LOG(INFO) << "{\"n\":" << ++number << ",\"t\":" << wall << ",\"m\":" << boot << ",\"u\":" << up
              << ",\"k\":\"" << "hb" << "\",\"cb\":" << (i & 63) << ",\"a\":" << (i & 31) << ",\"r\":" << (i & 15)
              << ",\"age\":" << 1 << ",\"due\":" << 123456789 + i << ",\"cpu\":" << 4711 + i << ",\"bat\":" << 0.57
              << ",\"plugged\":" << "false" << ",\"mem\":" << 31457280 << ",\"low\":" << "false" << '}';
}

static void finish() { google::FlushLogFiles(google::GLOG_INFO); }

int main(int argc, char **argv) {
    FLAGS_log_prefix = false;
    FLAGS_stderrthreshold = 3;
    FLAGS_max_log_size = 4000;
    FLAGS_timestamp_in_logfile_name = false;
    google::SetLogDestination(google::GLOG_INFO, argv[4]);
    google::SetLogSymlink(google::GLOG_INFO, "");
    google::InitGoogleLogging(argv[0]);
    return measure("glog", argc, argv, is_sample(argv) ? sample : event, finish);
}
